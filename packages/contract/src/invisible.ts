/**
 * Characters that leave no mark, as the inside of a pattern's class: controls, formats, halves of surrogate pairs, private
 * use, what fonts have to ignore, and four that fonts draw empty (Braille's blank, the object's place, a musical null
 * notehead, a Khitan filler).
 */
export const invisible =
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800\\ufffc\\u{1d159}\\u{16fe4}';
