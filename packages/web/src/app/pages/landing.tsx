import { VisitorHeader } from '../visitor-header.tsx';

export function Landing() {
  return <VisitorHeader />;
}
