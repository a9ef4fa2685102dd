/** Limits of the settings. */
export const customizationLimits = {
  /** The number of seats by default, and at most. */
  seatsDefault: 38,
  seatsMax: 500,
  /** The latest hour at which the hall's day can begin. */
  dayStartsAtMax: 11,
  /** Changes of that hour. They are read with every call. */
  dayStarts: 200,
  themeName: 60,
  customThemes: 10,
  /** CSS pixels. */
  logoSizeMin: 20,
  logoSizeMax: 120,
  logoSizeStep: 5,
  logoSizeDefault: 40,
  address: 300,
  phone: 30,
  mapAddress: 2_000,
  closures: 50,
  closureReason: 120,
  /** The default monthly fee, in rupees. */
  monthlyFeeDefault: 1_000,
  /** Frequent purposes of cash payments, shown as chips of a dialog. */
  boxPurposes: 12,
  boxPurpose: 60,
  upiId: 100,
  reminderText: 500,
  /** Figures of the landing page. */
  figures: 4,
  figureValue: 12,
  figureLabel: 60,
} as const
