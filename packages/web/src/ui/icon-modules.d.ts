declare module 'icon:*' {
  import type { Icon } from './icon.tsx';

  const icon: Icon;
  export default icon;
}
