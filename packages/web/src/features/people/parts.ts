export {
  filterKey,
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
export { DirectoryRow } from './directory-row.tsx';
export { FilterSheet } from './filter-sheet.tsx';
export { useNaming, type Naming } from './naming/use-naming.tsx';
export { mutualWords } from './mutual-words.ts';
export { PeopleFilters } from './people-filters.tsx';
export type { WriteSlot } from './row-actions.tsx';
export { SuggestedPeople } from './suggested.tsx';
export { filterParams, usePeopleFilters, type PeopleFilter } from './use-people-filters.ts';
export { findPeople } from './find-people.ts';
export { AddButton } from './add-button.tsx';
export { PersonRow } from './person-row.tsx';
export { PrivacyCard } from './privacy-card.tsx';
export { RelationButton } from './relation-button.tsx';
