import { Meteor } from 'meteor/meteor';

/** The build that Meteor reports to each page. */
declare const __meteor_runtime_config__: {
  autoupdate?: { versions?: Record<string, { version: string } | undefined> };
};

/** Registers public/sw.js, which loads pages offline: after the page has loaded, and not in development. */
export function keepPages(): void {
  const { serviceWorker } = navigator;
  // Only secure pages have service workers.
  if (!serviceWorker || Meteor.isDevelopment) return;
  const versions = __meteor_runtime_config__.autoupdate?.versions;
  const version = versions?.[Meteor.isModern ? 'web.browser' : 'web.browser.legacy']?.version;
  if (!version) return;
  const register = () => {
    serviceWorker.register(`/sw.js?version=${version}`).catch(() => {
      // The browser may block it: then there are no offline pages.
    });
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
