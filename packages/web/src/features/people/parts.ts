export { heedRelations, peopleKey, relationKey, useRelationStep, type Relation } from './api.ts';
export { Directory } from './directory.tsx';
export { findPeople } from './find-people.ts';
export { PersonRow } from './person-row.tsx';
export { RelationButton } from './relation-button.tsx';
