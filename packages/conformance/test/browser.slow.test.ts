import { testPages, testPagesTogether } from './browser-suite.ts';

testPages('slow');
testPagesTogether();
