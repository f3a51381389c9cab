import { TestBed } from '@angular/core/testing';
import { FakeAccounts } from '../account/fake-accounts';
import { Session } from '../account/session';
import { HalfTyped } from './half-typed';

let restore: () => void;
const { pathname: before } = location;

beforeEach(() => {
  restore = new FakeAccounts().install();
});
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', before);
  restore();
});

test('what was half typed comes back on its own page only, once', async () => {
  const field = document.createElement('input');
  history.replaceState(null, '', '/rooms/a');
  sessionStorage.setItem('half typed /rooms/a', JSON.stringify({ owner: '', texts: { message: 'hal' } }));
  const halfTyped = TestBed.inject(HalfTyped);
  await TestBed.inject(Session).known();
  history.replaceState(null, '', '/rooms/b');
  expect(halfTyped.restore('message', field)).toBe(false);
  expect(halfTyped.namesFrom('mess')).toEqual([]);
  history.replaceState(null, '', '/rooms/a');
  expect(halfTyped.restore('message', field)).toBe(true);
  expect(field.value).toBe('hal');
  expect(halfTyped.restore('message', field)).toBe(false);
});

test('what was sent after the page had been left and come back to is not half typed any more', async () => {
  history.replaceState(null, '', '/rooms/a');
  const halfTyped = TestBed.inject(HalfTyped);
  await TestBed.inject(Session).known();
  const field = document.body.appendChild(document.createElement('input'));
  halfTyped.follow('message', field);
  for (const [text, kept] of [
    ['hal', 1],
    ['', 0],
  ] as const) {
    field.value = text;
    dispatchEvent(new Event('pagehide'));
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('half typed'))).toHaveLength(kept);
  }
});

test('what a reload would lose is told from what it keeps, and from what nobody typed', () => {
  document.body.innerHTML = `<form><input id="kept" /><input type="password" /><input value="a name" /></form>`;
  const [kept, password, name] = document.querySelectorAll('input');
  if (!kept || !password || !name) throw new Error('The fields are there');
  const halfTyped = TestBed.inject(HalfTyped);
  halfTyped.follow('kept', kept);
  kept.value = 'hal';
  expect(halfTyped.hasUnkept()).toBe(false);
  for (const field of [password, name]) {
    const { value } = field;
    field.value = 'typed';
    expect(halfTyped.hasUnkept()).toBe(true);
    field.value = value;
    expect(halfTyped.hasUnkept()).toBe(false);
  }
  document.body.innerHTML = '<div class="lost"></div>';
  expect(halfTyped.hasUnkept()).toBe(true);
});
