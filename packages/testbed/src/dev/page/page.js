/** Shows both apps, and what the server tells of the changes that it saw. */
const place = document.querySelector('#place');
const state = document.querySelector('#state');
const newest = document.querySelector('#newest');
const rows = document.querySelector('tbody');

/** @type {{ name: string, title: string, url: string }[]} */
let apps = [];
/** What is open in all frames: a path of theirs. */
let opened = '/';
/** The frames by the app's name, each with what it was told to open and hasn't said yet that it did. */
const frames = new Map();

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/**
 * The app's address by the name of this machine that the page itself was opened by (127.0.0.1 or localhost): in a frame
 * of another site a browser keeps back the cookies by which an app knows who is logged in.
 */
function onThisSite(url) {
  const address = new URL(url);
  const names = ['127.0.0.1', 'localhost'];
  if (names.includes(address.hostname) && names.includes(location.hostname)) {
    address.hostname = location.hostname;
  }
  return address.origin;
}

/** In every frame but one that is there already. */
function open(path, there) {
  opened = path;
  showPlace();
  for (const [name, frame] of frames) {
    if (name === there || frame.path === path) continue;
    frame.told = true;
    frame.path = path;
    // Not by its `src`: going back would have to go through each frame's history.
    frame.element.contentWindow.location.replace(new URL(path, frame.url));
  }
}

/** A person went to another page in one of the frames: the others go along. */
function follow({ source, origin, data }) {
  const [name, frame] = [...frames].find(([, { element }]) => element.contentWindow === source) ?? [];
  const path = data?.path;
  if (!frame || origin !== frame.url || typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return;
  // The first word of a page that we opened.
  const isOurs = frame.told;
  frame.told = false;
  frame.path = path;
  if (!isOurs && path !== opened) open(path, name);
}

/** The list names what is open, also if that isn't one of the newest lists and rooms. */
function showPlace() {
  const path = opened.split('#')[0];
  place.querySelector('.other')?.remove();
  place.value = path;
  if (place.selectedIndex >= 0) return;
  place.prepend(element('option', { value: path, className: 'other' }, path));
  place.value = path;
}

/** What the page is made of: known from the first event on. After a reconnection the frames stay as they are. */
function setUp(setup) {
  if (apps.length > 0) {
    rows.replaceChildren();
    return;
  }
  apps = setup.apps.map((app) => ({ ...app, url: onThisSite(app.url) }));
  const sections = apps.map(({ name, title, url }) => {
    const frame = element('iframe', { name, title: `The ${title} app`, src: url });
    frames.set(name, { element: frame, url, path: '/', told: true });
    return element(
      'section',
      {},
      element('h2', {}, `${title} `, element('a', { href: url, target: '_blank', rel: 'noopener' }, url)),
      frame,
    );
  });
  const absent = setup.missing.map(({ title, reason, remedy }) =>
    element(
      'section',
      { className: 'missing' },
      element('h2', {}, title),
      element('p', {}, `${title} is not run: ${reason}.`),
      element('p', {}, `Remedy: ${remedy}.`),
    ),
  );
  document.querySelector('#apps').append(...sections, ...absent);
  document
    .querySelector('#writers')
    .append(
      'Add a todo through ',
      ...apps.map(({ name, title }) =>
        element('button', { type: 'button', onclick: () => write(name) }, title),
      ),
    );
  document
    .querySelector('thead tr')
    .append(
      ...apps.map(({ title }) => element('th', { scope: 'col' }, title)),
      ...(apps.length > 1 ? [element('th', { scope: 'col' }, 'apart')] : []),
    );
}

async function write(through) {
  const list = /^\/lists\/([\w-]+)(?:#|$)/.exec(opened)?.[1];
  const query = new URLSearchParams({ through, ...(list ? { list } : {}) });
  const answer = await fetch(`/write?${query}`, { method: 'POST' }).catch(() => undefined);
  if (!answer?.ok) {
    newest.textContent = `It was refused: ${answer ? await answer.text() : 'nobody answers'}`;
    return;
  }
  const { path } = await answer.json();
  if (!list) open(path);
}

/** Those of one name say when they were made. */
function labelOf({ kind, name, createdAt }, places) {
  const isAlone = places.filter((one) => one.kind === kind && one.name === name).length < 2;
  if (isAlone || !createdAt) return name;
  const made = new Date(createdAt);
  const isToday = made.toDateString() === new Date().toDateString();
  return `${name} (made ${isToday ? made.toLocaleTimeString() : made.toLocaleString()})`;
}

function showPlaces(places) {
  const group = (label, kind) =>
    element(
      'optgroup',
      { label },
      ...places
        .filter((one) => one.kind === kind)
        .map((one) => element('option', { value: `/${kind}/${one.id}` }, labelOf(one, places))),
    );
  place.replaceChildren(
    element('option', { value: '/' }, 'Home'),
    group('Lists', 'lists'),
    group('Rooms', 'rooms'),
  );
  showPlace();
}

const milliseconds = (value, since) => `${since === 'stored' ? value : value.toFixed(1)} ms`;

function showCrossing({ what, through, since, after_ms, apart_ms }) {
  const writer = apps.find(({ name }) => name === through);
  const times = apps.map(({ name, title }) => [title, milliseconds(after_ms[name], since)]);
  const parts = times.map(([title, time]) => element('span', {}, `${title} `, element('b', {}, time)));
  newest.replaceChildren(element('span', { className: 'what' }, what), ...parts);
  const from = since === 'first' ? 'the first one' : since;
  rows.prepend(
    element(
      'tr',
      {},
      element('td', {}, what),
      element('td', {}, writer ? `${from} through ${writer.title}` : from),
      ...times.map(([title, time]) => element('td', { title }, time)),
      ...(apps.length > 1 ? [element('td', { title: 'apart' }, milliseconds(apart_ms, 'first'))] : []),
    ),
  );
  while (rows.children.length > 5) rows.lastElementChild.remove();
}

place.addEventListener('change', () => open(place.value));
addEventListener('message', follow);

const events = new EventSource('/events');
const on = (name, act) => events.addEventListener(name, (event) => act(JSON.parse(event.data)));
on('setup', setUp);
on('places', showPlaces);
on('crossing', showCrossing);
events.addEventListener('open', () => {
  state.textContent = 'watching';
});
events.addEventListener('error', () => {
  state.textContent = 'stopped: start it again with npm run dev';
});
