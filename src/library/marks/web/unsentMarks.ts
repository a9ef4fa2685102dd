/** Local storage has the id of the person who has marks on this device that the server may not have. */
export const unsentMarksKey = 'unsentMarks'
