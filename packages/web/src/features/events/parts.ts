export { useRemoveEvent, type Event, type EventPart } from './api.ts';
export { EventForm } from './event-form.tsx';
export { EventsList } from './events-list.tsx';
export { NextEvents } from './next-events.tsx';
