/** The menu entry, apart from the other words: the menu is there before the code of the page. */
export const feesMenuEn = { menu: 'Fee Management', short: 'Fees' }
