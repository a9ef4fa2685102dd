export const name = 'Asha Kulkarni'
export const hindiName = 'लक्ष्मी नारायण त्रिपाठी'
export const longName = 'Venkatanarasimharajuvaripeta Subramaniam Lakshminarayanan'
