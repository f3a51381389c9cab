/** Shows both apps, and what the server tells of the changes that it saw. */
const place = document.querySelector('#place');
const state = document.querySelector('#state');
const newest = document.querySelector('#newest');
const rows = document.querySelector('tbody');

/** @type {{ name: string, title: string, url: string }[]} */
let apps = [];

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

function openInBoth(path) {
  place.value = path;
  for (const { name, url } of apps) {
    document.querySelector(`iframe[name="${name}"]`).src = new URL(path, url).href;
  }
}

/** What the page is made of: known from the first event on. After a reconnection the frames stay as they are. */
function setUp(setup) {
  if (apps.length > 0) {
    rows.replaceChildren();
    return;
  }
  apps = setup.apps.map((app) => ({ ...app, url: onThisSite(app.url) }));
  const frames = apps.map(({ name, title, url }) =>
    element(
      'section',
      {},
      element('h2', {}, `${title} `, element('a', { href: url, target: '_blank', rel: 'noopener' }, url)),
      element('iframe', { name, title: `The ${title} app`, src: url }),
    ),
  );
  const absent = setup.missing.map(({ title, reason, remedy }) =>
    element(
      'section',
      { className: 'missing' },
      element('h2', {}, title),
      element('p', {}, `${title} is not run: ${reason}.`),
      element('p', {}, `Remedy: ${remedy}.`),
    ),
  );
  document.querySelector('#apps').append(...frames, ...absent);
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
  const answer = await fetch(`/write?through=${through}`, { method: 'POST' }).catch(() => undefined);
  if (!answer?.ok) {
    newest.textContent = `It was refused: ${answer ? await answer.text() : 'nobody answers'}`;
    return;
  }
  const { path } = await answer.json();
  if (place.value !== path) openInBoth(path);
}

function showPlaces(places) {
  const chosen = place.value;
  const group = (label, kind) =>
    element(
      'optgroup',
      { label },
      ...places
        .filter((one) => one.kind === kind)
        .map(({ id, name }) => element('option', { value: `/${kind}/${id}` }, name)),
    );
  place.replaceChildren(
    element('option', { value: '/' }, 'Home'),
    group('Lists', 'lists'),
    group('Rooms', 'rooms'),
  );
  place.value = chosen;
  if (place.selectedIndex < 0) place.value = '/';
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

place.addEventListener('change', () => openInBoth(place.value));

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
