import { testProtocol } from './protocol-suite.ts';

testProtocol('slow');
