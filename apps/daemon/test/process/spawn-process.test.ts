import './spawn-contract.ts';
