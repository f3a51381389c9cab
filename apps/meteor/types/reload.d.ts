// Undocumented, but packages that keep data over a reload have always called it.
declare module 'meteor/reload' {
  namespace Reload {
    /** @param callback whether it is ready for a reload; if not, it calls `retry` later */
    function _onMigrate(callback: (retry: () => void) => [ready: boolean]): void;
  }
}
