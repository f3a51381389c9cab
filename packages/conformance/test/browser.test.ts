import { testPages } from './browser-suite.ts';

testPages('quick');
