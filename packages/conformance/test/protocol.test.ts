import { testCrossStack, testProtocol } from './protocol-suite.ts';

testProtocol('quick');
testCrossStack();
