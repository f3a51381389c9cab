/** The name of an account is found, and is unique, whatever its case. Apart: a browser needs no validation for it. */
export const anyCase = { locale: 'en', strength: 2 } as const;
