export { AttachedPoll } from './attached-poll.tsx';
export { PollEditorSlot } from './poll-editor-slot.tsx';
export { PollButton } from './poll-button.tsx';
export { toPoll, type AttachedPoll as PollToSend, type PollDraft } from './poll-draft.ts';
export { handlePollEvent, notePoll } from './poll-events.ts';
export { PollSlot } from './poll-slot.tsx';
