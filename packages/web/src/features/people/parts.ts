export {
  handleRelationEvent,
  invalidatePeople,
  peopleKey,
  useFoundPeople,
  useRelationStep,
  type Relation,
} from './api.ts';
export { BlockListCard, UnblockButton } from './block-list-card.tsx';
export { useBlockAction, usePrivacy, useSetPrivacy, type BlockAction } from './blocks-api.ts';
export { Directory } from './directory.tsx';
export { findPeople } from './find-people.ts';
export { PersonRow } from './person-row.tsx';
export { PrivacyCard } from './privacy-card.tsx';
export { RelationButton } from './relation-button.tsx';
