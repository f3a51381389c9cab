interface Formats {
  clock: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  dayAndClock: Intl.DateTimeFormat;
  whole: Intl.DateTimeFormat;
}

function formatsOf(language?: string, timeZone?: 'UTC'): Formats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { hourCycle: 'h23', timeZone, ...options });
  return {
    clock: format({ hour: '2-digit', minute: '2-digit' }),
    day: format({ dateStyle: 'medium' }),
    dayAndClock: format({ dateStyle: 'medium', timeStyle: 'short' }),
    whole: format({ dateStyle: 'full', timeStyle: 'medium' }),
  };
}

/** In the format of the reader's browser. */
export const ownFormats = formatsOf();
/** The server doesn't know the browser's language and time zone. */
export const universalFormats = formatsOf('en', 'UTC');

/** When a message was sent: only the time, if it was today. */
export function timeOf(date: Date, now: Date, { clock, day, dayAndClock }: Formats): string {
  return (day.format(date) === day.format(now) ? clock : dayAndClock).format(date);
}
