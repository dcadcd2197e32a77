import { expect, it } from 'vitest';

import type { Command } from '@/components/commands';

import { ranked } from './rank';

const command = (label: string, of?: string): Command => ({
  id: label + String(of),
  kind: 'input',
  label,
  of,
  run: () => undefined,
});

const COMMANDS = [
  command('Memory overcommitment', 'Policy'),
  command('DRAM per host', 'NAND, Memory'),
  command('Memory', 'View'),
  command('vCPU per core', 'Policy'),
  command('Spare hosts', 'Policy'),
];
const labels = (text: string) => ranked(COMMANDS, text).map((each) => each.label);

it('puts the name that begins so first, the shorter before the longer, and what is only about it last', () => {
  expect(labels('memory')).toEqual(['Memory', 'Memory overcommitment', 'DRAM per host']);
});

it('finds letters in their order, from the start of a word', () => {
  expect(labels('sph')).toEqual(['Spare hosts']);
  expect(labels('vpc')).toEqual(['vCPU per core']);
  expect(labels('osh')).toEqual([]);
});

it('wants all words, wherever they stand', () => {
  expect(labels('nand dram')).toEqual(['DRAM per host']);
  expect(labels('policy spare')).toEqual(['Spare hosts']);
  expect(labels('spare input')).toEqual(['Spare hosts']);
});
