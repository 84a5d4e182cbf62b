export { SupportForm } from './support-form.tsx';
