export { Prices } from './prices';
