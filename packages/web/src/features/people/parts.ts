export { heedRelations, peopleKey, relationKey, useRelationStep, type Relation } from './api.ts';
export { Directory } from './directory.tsx';
export { PersonRow } from './person-row.tsx';
export { RelationButton } from './relation-button.tsx';
