/** Lets the browser paint and handle input before long work goes on. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
