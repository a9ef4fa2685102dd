/** The words about the figures of the landing page. */
export const figuresEn = {
  question: {
    title: 'Is this true of your hall?',
    about: 'Visitors read these figures on your landing page. Edit or hide what is not true.',
    preview: 'Figures on the landing page',
    yes: 'Yes, it is true',
    edit: 'Edit',
    hide: 'Hide',
    hideOne: (value: string, label: string) => `Hide ${value} ${label}`,
    hidden: 'Hidden',
    show: 'Show',
    showOne: (value: string, label: string) => `Show ${value} ${label}`,
    saved: 'Saved.',
  },
  editing: { title: 'Edit figures', save: 'Save', saving: 'Saving…' },
  hint: 'The four figures below the facilities.',
  figure: (n: number) => `Figure ${n}`,
  what: (n: number) => `What figure ${n} counts`,
  show: (n: number) => `Show figure ${n}`,
  failed: 'Failed to save the landing page',
  loadFailed: 'Failed to load the figures',
}
