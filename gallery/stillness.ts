/** Waits for animations and pictures to finish. */
export const stillness = `Promise.all([
  document.fonts.ready,
  ...document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished.catch(() => {})),
  ...[...document.images].filter((one) => one.loading !== 'lazy').map((one) => one.decode().catch(() => {})),
]).then(() => undefined)`
