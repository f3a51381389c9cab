// Not documented; but what packages that keep something over a reload have always called.
declare module 'meteor/reload' {
  namespace Reload {
    /** @param callback whether it is ready for a reload; if not, it calls `retry` later */
    function _onMigrate(callback: (retry: () => void) => [ready: boolean]): void;
  }
}
