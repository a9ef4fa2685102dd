/** The parameter of an address that names the person whose panel is open, beside whatever else the page keeps there. */
export const panelParameter = 'person'

/** 420 px, and no more than leaves room for a list where the text is larger. */
export const panelWidth = 'w-[min(26.25rem,42vw)] shrink-0'
