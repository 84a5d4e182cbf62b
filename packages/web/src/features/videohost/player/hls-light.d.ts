// The small build has no types of its own; it is a part of the whole.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
