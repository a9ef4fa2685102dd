/** `TEST_HARD=on` tries everything that there is, where an ordinary run tries a part of it. */
export const isHard = process.env.TEST_HARD === 'on'
