import * as lvovich from 'lvovich';
import { makePersonGrammar } from '@respa/contract/person-grammar';

export const { accusative, genderOf, verb } = makePersonGrammar(lvovich);
