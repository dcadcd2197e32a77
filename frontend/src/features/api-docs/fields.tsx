import classes from './api-reference.module.css';
import { type Description, limitsOf, objectsOf, type Schema, typeOf } from './description';
import { Fold } from './fold';
import { Words } from './words';

interface Props {
  description: Description;
  schema: Schema;
}

/** The fields of what a value is made of, each with the fields below it, when they are opened. */
export function Fields({ description, schema }: Props) {
  const objects = objectsOf(description, schema);
  if (objects.length === 0)
    return <p className="soft">{[typeOf(schema), ...limitsOf(description, schema)].join(', ')}</p>;
  return objects.map((object, index) => (
    <ul key={index} className={classes.fields}>
      {Object.entries(object.properties ?? {}).map(([name, field]) => (
        <li key={name}>
          <code>{name}</code>{' '}
          <span className="soft small">
            {[
              typeOf(field),
              ...(object.required?.includes(name) ? ['required'] : []),
              ...limitsOf(description, field),
            ].join(', ')}
          </span>
          {field.description !== undefined && <Words text={field.description} />}
          {objectsOf(description, field).length > 0 && (
            <Fold title={`Fields of ${name}`}>
              <Fields description={description} schema={field} />
            </Fold>
          )}
        </li>
      ))}
    </ul>
  ));
}
