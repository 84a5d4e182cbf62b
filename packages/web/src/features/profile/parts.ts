export { meKey, useMe } from './api.ts';
