/** Words that name fields wherever they stand. */
export const fieldWords =
  /^(?:id|name|title|email|e-mail|description|slug|body|text|phone|date|price|amount|url|address|city|street|zip|first name|last name|isbn|author|year|status|code|number|notes?|password|username|quantity|content|type|size|color|colour|country|bio|age|label|summary|location|start|end|duration|capacity|rating|comment)$/i;

/** Words at the end of which a list of values is to be expected: `payment method: cash, card`. */
export const enumLike =
  /\b(?:status|position|type|kind|role|level|priority|category|colou?r|state|format|condition|plan|gender|sex|stage|difficulty|mode|severity|currency|unit|tier|size|class|language|frequency|method|channel|visibility|species|fuel|department|grade|medium|genre|season|cuisine|shape|payment method|breed|material|result|outcome|reason|source|platform|os)\s*:?\s*$/i;
