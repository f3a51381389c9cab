/**
 * Invisible characters, as the inside of a regular expression's class: controls, format characters, halves of surrogate
 * pairs, private use, default ignorables, and four that fonts draw empty (Braille blank, object replacement, a musical
 * null notehead, a Khitan filler).
 */
export const invisible =
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800\\ufffc\\u{1d159}\\u{16fe4}';
