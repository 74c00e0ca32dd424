//! What is stated of the calls on mocks, as Java text: takes a check, gives `verify(owners).save(owner);`.

use crate::{
    assertions::checks::{Access, Check, Fact},
    doubles::mock_calls::MatcherUse,
    printing::printer::{ExpressionPlace, Printer},
};

impl Printer<'_> {
    /// The check of the calls of one method as a statement; none for a check of something else.
    pub(crate) fn verification(&mut self, check: &Check) -> Option<String> {
        let (Access::Interaction { method, descriptor }, Fact::Called { times, arguments }) =
            (&check.access, &check.fact)
        else {
            return None;
        };
        let ty = self.ty(self.statements[usize::from(check.var.0)].ty);
        let method = self.mocked_method(ty, method, descriptor)?;
        let mock = self.expression(check.var, ExpressionPlace::Argument);
        let arguments = arguments.as_deref();
        let called = self.mocked_arguments(&method, arguments, MatcherUse::Verifying);
        let captors = std::mem::take(&mut self.captors);
        self.call_mockito("verify");
        let mode = match times {
            0 => {
                self.call_mockito("never");
                ", never()".to_owned()
            }
            1 => String::new(),
            more => {
                self.call_mockito("times");
                format!(", times({more})")
            }
        };
        let call = format!("verify({mock}{mode}).{}({called});", method.method.name);
        let makers = captors.iter().map(|it| self.made_captor(it));
        let mut lines: Vec<String> = makers.collect();
        lines.push(call);
        for captor in &captors {
            lines.extend(self.stated_of(captor));
        }
        Some(lines.join("\n"))
    }
}
