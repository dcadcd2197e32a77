declare module 'virtual:docs-finds' {
  import type { Find } from '@/features/docs/library';

  const finds: Find[];
  export default finds;
}
