import { Meteor } from 'meteor/meteor';

/** What Meteor tells each page of its build. */
declare const __meteor_runtime_config__: {
  autoupdate?: { versions?: Record<string, { version: string } | undefined> };
};

/** Has pages load without a connection, by public/sw.js: once this one is there, and not while the app is developed. */
export function keepPages(): void {
  const { serviceWorker } = navigator;
  // Pages that aren't secure have none.
  if (!serviceWorker || Meteor.isDevelopment) return;
  const versions = __meteor_runtime_config__.autoupdate?.versions;
  const version = versions?.[Meteor.isModern ? 'web.browser' : 'web.browser.legacy']?.version;
  if (!version) return;
  const register = () => {
    serviceWorker.register(`/sw.js?version=${version}`).catch(() => {
      // A browser may forbid it: pages need a connection then.
    });
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
