// Each project has a file of its own here, made from its definition; so code beside it is checked against this.

/** What is stored of a secret. */
export declare function hashSecret(secret: string): Promise<string>;

/** Whether a secret is the one that was hashed. */
export declare function verifySecret(secret: string, stored: string): Promise<boolean>;
