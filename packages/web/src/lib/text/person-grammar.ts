import * as lvovich from 'lvovich';
import { makePersonGrammar } from '@respa/contract/person-grammar';

/** Import this file only from code that is loaded late: it comes with the rules of declension. */
export const { together, verb } = makePersonGrammar(lvovich);
