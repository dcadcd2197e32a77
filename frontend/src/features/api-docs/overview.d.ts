declare module 'virtual:api-overview' {
  import type { Overview } from '@/features/api-docs/description';

  const overview: Overview;
  export default overview;
}
