export { Activation, NotActivated } from './activation.tsx';
export { LoginForm } from './login-form.tsx';
export { PasswordChange } from './password-change.tsx';
export { ForgotForm, ReturnForm } from './password-recovery.tsx';
export { ProfileDeletion } from './profile-deletion.tsx';
export { RegisterForm } from './register-form.tsx';
export { SessionsList } from './sessions-list.tsx';
