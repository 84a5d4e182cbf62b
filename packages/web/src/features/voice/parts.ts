// Loaded once the page has nothing more urgent to do.
export { VoiceButton } from './rooms/voice-button.tsx';
export { VoiceHost } from './bar/voice-host.tsx';
export { VoiceMark } from './rooms/voice-mark.tsx';
export { VoiceSettings } from './settings/voice-settings.tsx';
export { VoicePanel } from './rooms/voice-panel.tsx';
