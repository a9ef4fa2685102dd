/** `TEST_HARD=on` tries all cases, of which an ordinary run tries some. */
export const isHard = process.env.TEST_HARD === 'on'
