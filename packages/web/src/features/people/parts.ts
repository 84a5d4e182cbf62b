export {
  handleRelationEvent,
  invalidatePeople,
  peopleKey,
  useFoundPeople,
  useRelationStep,
  type Relation,
} from './api.ts';
export { AsideCard, UnblockButton } from './aside-card.tsx';
export { useAsideStep, type AsideStep } from './blocks-api.ts';
export { Directory } from './directory.tsx';
export { findPeople } from './find-people.ts';
export { PersonRow } from './person-row.tsx';
export { PrivacyCard } from './privacy-card.tsx';
export { RelationButton } from './relation-button.tsx';
