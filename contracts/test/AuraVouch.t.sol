// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {AuraVouch} from "../src/AuraVouch.sol";
import {IAuraVouch} from "../src/interfaces/IAuraVouch.sol";
import {MockUSDC} from "../src/mocks/MockUSDC.sol";
import {Prepared} from "./Base.sol";
import {FeeToken, LyingToken, ReentrantToken} from "./OddTokens.sol";

contract AuraVouchTest is Prepared {
    bytes32 private constant SALT = bytes32(uint256(7));
    uint256 private immutable _until = MIDNIGHT + 11 hours;

    /// [vouching.contract-all-to-target]
    function test_sendsAllOfItToTheTargetAndSaysSo() external {
        vm.expectEmit(true, true, false, true, address(vouching));
        emit IAuraVouch.Vouched(ada, bo, 3 * USDC, 3 * USDC);
        _vouch(ada, bo, 3 * USDC);
        assertEq(usdc.balanceOf(ada), 99_997 * USDC);
        assertEq(usdc.balanceOf(bo), 100_003 * USDC);
        assertEq(usdc.balanceOf(address(vouching)), 0);

        vm.expectEmit(true, true, false, true, address(vouching));
        emit IAuraVouch.Vouched(ada, bo, 2 * USDC, 5 * USDC);
        _vouch(ada, bo, 2 * USDC);
        assertEq(vouching.vouchedAmount(ada, bo), 5 * USDC);
    }

    function test_countsEachDirectionAndEachPairByItself() external {
        address cleo = address(0xC1E0);
        _vouch(ada, bo, 100 * USDC);
        _vouch(bo, ada, 100 * USDC);
        _vouch(ada, cleo, 100 * USDC);
        assertEq(vouching.vouchedAmount(ada, bo), 100 * USDC);
        assertEq(vouching.vouchedAmount(bo, ada), 100 * USDC);
        assertEq(vouching.vouchedAmount(ada, cleo), 100 * USDC);
        assertEq(vouching.vouchedAmount(bo, cleo), 0);
    }

    /// [vouching.contract-self]
    function test_refusesOneself() external {
        vm.expectRevert(IAuraVouch.TargetIsCaller.selector);
        _vouch(ada, ada, USDC);
    }

    function test_refusesNobody() external {
        vm.expectRevert(IAuraVouch.TargetIsNobody.selector);
        _vouch(ada, address(0), USDC);
        vm.expectRevert(IAuraVouch.TargetIsNobody.selector);
        _vouch(ada, address(vouching), USDC);
    }

    /// [vouching.contract-min]
    function test_refusesLessThanOneUsdc() external {
        vm.expectRevert(IAuraVouch.BelowMinimum.selector);
        _vouch(ada, bo, 0);
        vm.expectRevert(IAuraVouch.BelowMinimum.selector);
        _vouch(ada, bo, USDC - 1);
        _vouch(ada, bo, USDC);
    }

    /// [vouching.contract-whole]
    function test_refusesPartsOfUsdc() external {
        vm.expectRevert(IAuraVouch.NotWholeUsdc.selector);
        _vouch(ada, bo, USDC + 1);
        vm.expectRevert(IAuraVouch.NotWholeUsdc.selector);
        _vouch(ada, bo, 2 * USDC - 1);
    }

    /// [vouching.contract-pair-cap]
    function test_refusesMoreThanAHundredInTotal() external {
        vm.expectRevert(abi.encodeWithSelector(IAuraVouch.AbovePairCap.selector, 100 * USDC));
        _vouch(ada, bo, 101 * USDC);
        _vouch(ada, bo, 60 * USDC);
        vm.expectRevert(abi.encodeWithSelector(IAuraVouch.AbovePairCap.selector, 40 * USDC));
        _vouch(ada, bo, 41 * USDC);
        _vouch(ada, bo, 40 * USDC);
        vm.expectRevert(abi.encodeWithSelector(IAuraVouch.AbovePairCap.selector, 0));
        _vouch(ada, bo, USDC);
        uint256 highest = type(uint256).max / USDC * USDC;
        vm.expectRevert(abi.encodeWithSelector(IAuraVouch.AbovePairCap.selector, 0));
        _vouch(ada, bo, highest);
    }

    function test_changesNothingWithoutTheMoney() external {
        _approve(ada, address(vouching), USDC - 1);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        _vouch(ada, bo, USDC);

        _approve(ada, address(vouching), USDC);
        vm.prank(ada);
        usdc.transfer(bo, 100_000 * USDC);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        _vouch(ada, bo, USDC);
        assertEq(vouching.vouchedAmount(ada, bo), 0);
    }

    function test_changesNothingWhenUsdcBlocksEitherSide() external {
        usdc.setBlocked(bo, true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        _vouch(ada, bo, USDC);
        usdc.setBlocked(bo, false);
        usdc.setBlocked(ada, true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        _vouch(ada, bo, USDC);
        assertEq(vouching.vouchedAmount(ada, bo), 0);
    }

    function test_takesAPermit() external {
        _approve(ada, address(vouching), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(vouching), 7 * USDC, block.timestamp);
        vm.prank(ada);
        vouching.vouchWithPermit(bo, 7 * USDC, block.timestamp, v, r, s);
        assertEq(vouching.vouchedAmount(ada, bo), 7 * USDC);
        assertEq(usdc.allowance(ada, address(vouching)), 0);
    }

    function test_takesAPermitThatSomebodyElseHandedIn() external {
        _approve(ada, address(vouching), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(vouching), 7 * USDC, block.timestamp);
        usdc.permit(ada, address(vouching), 7 * USDC, block.timestamp, v, r, s);
        vm.prank(ada);
        vouching.vouchWithPermit(bo, 7 * USDC, block.timestamp, v, r, s);
        assertEq(vouching.vouchedAmount(ada, bo), 7 * USDC);
    }

    function test_aWrongPermitMovesNothing() external {
        _approve(ada, address(vouching), 0);
        (uint8 v, bytes32 r, bytes32 s) = _permit(BO_KEY, address(vouching), 7 * USDC, block.timestamp);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        vm.prank(ada);
        vouching.vouchWithPermit(bo, 7 * USDC, block.timestamp, v, r, s);
    }

    function test_checksAVouchWithPermitLikeAnyOther() external {
        (uint8 v, bytes32 r, bytes32 s) = _permit(ADA_KEY, address(vouching), USDC, block.timestamp);
        vm.expectRevert(IAuraVouch.TargetIsCaller.selector);
        vm.prank(ada);
        vouching.vouchWithPermit(ada, USDC, block.timestamp, v, r, s);
        assertEq(usdc.nonces(ada), 0);
    }

    /// [vouching.contract-authorization]
    function test_anybodyHandsInASignedVouch() external {
        _approve(ada, address(vouching), 0);
        bytes memory signature = _signed(ADA_KEY, 7 * USDC, bo);
        vm.expectEmit(true, true, false, true, address(vouching));
        emit IAuraVouch.Vouched(ada, bo, 7 * USDC, 7 * USDC);
        vm.prank(address(0x5417));
        vouching.vouchWithAuthorization(ada, bo, 7 * USDC, _until, SALT, signature);
        assertEq(vouching.vouchedAmount(ada, bo), 7 * USDC);
        assertEq(usdc.balanceOf(ada), 99_993 * USDC);
        assertEq(usdc.balanceOf(bo), 100_007 * USDC);
        assertEq(usdc.balanceOf(address(vouching)), 0);
        assertTrue(vouching.authorizationNonce(bo, SALT) == _vouchNonce(bo, SALT), "the nonce is not as documented");

        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        vouching.vouchWithAuthorization(ada, bo, 7 * USDC, _until, SALT, signature);
        assertEq(vouching.vouchedAmount(ada, bo), 7 * USDC);
    }

    /// [vouching.contract-authorization]
    function test_refusesAVouchThatWasSignedDifferently() external {
        bytes memory signature = _signed(ADA_KEY, USDC, bo);
        // Another voucher, target, amount, time and salt.
        _refused(address(0xC1E0), bo, USDC, _until, SALT, signature);
        _refused(ada, address(0xC1E0), USDC, _until, SALT, signature);
        _refused(ada, bo, 2 * USDC, _until, SALT, signature);
        _refused(ada, bo, USDC, _until + 1, SALT, signature);
        _refused(ada, bo, USDC, _until, bytes32(0), signature);
        // Another form, key, contract and purpose.
        _refused(ada, bo, USDC, _until, SALT, _otherForm(signature));
        _refused(ada, bo, USDC, _until, SALT, _signed(BO_KEY, USDC, bo));
        bytes memory other = _authorization(ADA_KEY, address(stack), USDC, _until, _vouchNonce(bo, SALT));
        _refused(ada, bo, USDC, _until, SALT, other);
        other = _authorization(ADA_KEY, address(vouching), USDC, _until, _buyNonce(bo, SALT));
        _refused(ada, bo, USDC, _until, SALT, other);
        uint256 here = block.chainid;
        vm.chainId(8453);
        _refused(ada, bo, USDC, _until, SALT, signature);
        vm.chainId(here);
        // And nobody takes it to USDC without the contract.
        bytes32 nonce = _vouchNonce(bo, SALT);
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        vm.prank(bo);
        usdc.receiveWithAuthorization(ada, address(vouching), USDC, 0, _until, nonce, signature);
        vouching.vouchWithAuthorization(ada, bo, USDC, _until, SALT, signature);
    }

    function test_aSignedVouchEndsAtItsTimeOrWhenItIsCancelled() external {
        bytes memory signature = _signed(ADA_KEY, USDC, bo);
        vm.warp(_until);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        vouching.vouchWithAuthorization(ada, bo, USDC, _until, SALT, signature);
        vm.warp(_until - 1);
        bytes32 message = keccak256(
            abi.encode(
                keccak256("CancelAuthorization(address authorizer,bytes32 nonce)"), ada, _vouchNonce(bo, SALT)
            )
        );
        bytes memory cancel = _sign(ADA_KEY, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), message)));
        usdc.cancelAuthorization(ada, _vouchNonce(bo, SALT), cancel);
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        vouching.vouchWithAuthorization(ada, bo, USDC, _until, SALT, signature);
    }

    function test_changesNothingWhenUsdcRefusesASignedVouch() external {
        bytes memory signature = _signed(ADA_KEY, USDC, bo);
        usdc.setPaused(true);
        vm.expectRevert("Pausable: paused");
        vouching.vouchWithAuthorization(ada, bo, USDC, _until, SALT, signature);
        usdc.setPaused(false);
        usdc.setBlocked(ada, true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        vouching.vouchWithAuthorization(ada, bo, USDC, _until, SALT, signature);
        usdc.setBlocked(ada, false);
        usdc.setBlocked(bo, true);
        vm.expectRevert("Blacklistable: account is blacklisted");
        vouching.vouchWithAuthorization(ada, bo, USDC, _until, SALT, signature);
        usdc.setBlocked(bo, false);
        assertEq(vouching.vouchedAmount(ada, bo), 0);
        assertEq(usdc.balanceOf(address(vouching)), 0);
        vouching.vouchWithAuthorization(ada, bo, USDC, _until, SALT, signature);
    }

    function test_checksASignedVouchLikeAnyOther() external {
        vm.expectRevert(IAuraVouch.TargetIsCaller.selector);
        vouching.vouchWithAuthorization(ada, ada, USDC, _until, SALT, "");
        vm.expectRevert(IAuraVouch.TargetIsNobody.selector);
        vouching.vouchWithAuthorization(ada, address(vouching), USDC, _until, SALT, "");
        vm.expectRevert(IAuraVouch.BelowMinimum.selector);
        vouching.vouchWithAuthorization(ada, bo, USDC - 1, _until, SALT, "");
        vm.expectRevert(IAuraVouch.NotWholeUsdc.selector);
        vouching.vouchWithAuthorization(ada, bo, USDC + 1, _until, SALT, "");
        _vouch(ada, bo, 60 * USDC);
        vm.expectRevert(abi.encodeWithSelector(IAuraVouch.AbovePairCap.selector, 40 * USDC));
        vouching.vouchWithAuthorization(ada, bo, 41 * USDC, _until, SALT, "");
    }

    function test_countsBeforeASignedVouchIsPaid() external {
        ReentrantToken token = new ReentrantToken();
        AuraVouch other = new AuraVouch(address(token));
        token.callOnTransfer(address(other), abi.encodeCall(other.vouch, (bo, 50 * USDC)));
        other.vouchWithAuthorization(ada, bo, 60 * USDC, _until, SALT, abi.encode(bo));
        assertEq(other.vouchedAmount(ada, bo), 60 * USDC);
        assertEq(token.seen(), 60 * USDC);
    }

    function test_paysOutNothingThatATokenWithAFeeKept() external {
        FeeToken token = new FeeToken();
        AuraVouch other = new AuraVouch(address(token));
        token.mint(ada, 10 * USDC);
        vm.expectRevert();
        other.vouchWithAuthorization(ada, bo, 10 * USDC, _until, SALT, "");
    }

    function testFuzz_aSignedVouchIsTheOneThatWasSigned(
        address target,
        uint256 usdcAmount,
        uint256 until,
        bytes32 salt,
        uint256 change
    ) external {
        usdcAmount = (1 + usdcAmount % 100) * USDC;
        until = block.timestamp + until % 1 days;
        bytes memory signature = _authorization(ADA_KEY, address(vouching), usdcAmount, until, _vouchNonce(target, salt));
        if (change % 6 == 1) target = address(uint160(target) ^ 2);
        if (change % 6 == 2) usdcAmount = usdcAmount == USDC ? 2 * USDC : usdcAmount - USDC;
        if (change % 6 == 3) until += 1;
        if (change % 6 == 4) salt = ~salt;
        bool isAllowed = (change % 6 == 0 || change % 6 == 5) && until > block.timestamp && target != ada
            && target != address(0) && target != address(vouching);
        uint256 had = usdc.balanceOf(target);
        try vouching.vouchWithAuthorization(ada, target, usdcAmount, until, salt, signature) {
            assertTrue(isAllowed, "passed though it was not signed");
            assertEq(usdc.balanceOf(target), had + usdcAmount);
        } catch {
            assertTrue(!isAllowed, "failed though it was signed");
            assertEq(usdc.balanceOf(target), had);
        }
    }

    function test_needsATokenThatIsAContract() external {
        vm.expectRevert(IAuraVouch.UsdcIsNoContract.selector);
        new AuraVouch(address(0));
        vm.expectRevert(IAuraVouch.UsdcIsNoContract.selector);
        new AuraVouch(ada);
    }

    function test_refusesATokenThatSaysNo() external {
        LyingToken token = new LyingToken();
        AuraVouch other = new AuraVouch(address(token));
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        other.vouch(bo, USDC);
    }

    function test_countsBeforeItPays() external {
        ReentrantToken token = new ReentrantToken();
        AuraVouch other = new AuraVouch(address(token));
        token.callOnTransfer(address(other), abi.encodeCall(other.vouch, (bo, 50 * USDC)));
        // The token vouches for itself in the middle, which is a pair of its own.
        other.vouch(bo, 60 * USDC);
        assertEq(other.vouchedAmount(address(this), bo), 60 * USDC);
        assertEq(other.vouchedAmount(address(token), bo), 50 * USDC);
        assertEq(token.seen(), 60 * USDC);
    }

    function test_holdsNothingEvenOfATokenWithAFee() external {
        FeeToken token = new FeeToken();
        AuraVouch other = new AuraVouch(address(token));
        token.mint(address(this), 10 * USDC);
        other.vouch(bo, 10 * USDC);
        assertEq(token.balanceOf(address(other)), 0);
    }

    function testFuzz_takesExactlyWhatTheRulesAllow(address target, uint256 first, uint256 second) external {
        // Mostly about the amounts that matter, half of them whole.
        if (first % 4 > 0) first = first % (150 * USDC);
        if (first % 2 == 0) first = first / USDC * USDC;
        second = second % (150 * USDC);
        if (second % 2 == 0) second = second / USDC * USDC;
        bool isAllowed = _mayVouch(target, first, 0);
        _tryVouch(target, first, isAllowed);
        _tryVouch(target, second, _mayVouch(target, second, isAllowed ? first : 0));
        assertTrue(vouching.vouchedAmount(ada, target) <= 100 * USDC, "the cap holds");
        assertEq(usdc.balanceOf(address(vouching)), 0);
    }

    function testFuzz_wholeAmountsWithinTheCapPass(uint256 first, uint256 second) external {
        first = (1 + first % 99) * USDC;
        second = (1 + second % (100 - first / USDC)) * USDC;
        _vouch(ada, bo, first);
        _vouch(ada, bo, second);
        assertEq(vouching.vouchedAmount(ada, bo), first + second);
        assertEq(usdc.balanceOf(bo), 100_000 * USDC + first + second);
    }

    function _refused(
        address voucher,
        address target,
        uint256 usdcAmount,
        uint256 until,
        bytes32 salt,
        bytes memory signature
    ) private {
        vm.expectRevert("FiatTokenV2: invalid signature");
        vouching.vouchWithAuthorization(voucher, target, usdcAmount, until, salt, signature);
    }

    function _signed(uint256 key, uint256 usdcAmount, address target) private view returns (bytes memory) {
        return _authorization(key, address(vouching), usdcAmount, _until, _vouchNonce(target, SALT));
    }

    /// @dev The rules in other words than the contract's.
    function _mayVouch(address target, uint256 amount, uint256 before) private view returns (bool) {
        if (target == ada || target == address(0) || target == address(vouching)) return false;
        return amount >= USDC && amount % USDC == 0 && amount <= 100 * USDC && before + amount <= 100 * USDC;
    }

    function _tryVouch(address target, uint256 amount, bool isAllowed) private {
        uint256 had = usdc.balanceOf(target);
        vm.prank(ada);
        try vouching.vouch(target, amount) {
            assertTrue(isAllowed, "passed though it is against the rules");
            assertEq(usdc.balanceOf(target), had + amount);
        } catch {
            assertTrue(!isAllowed, "failed though it is within the rules");
        }
    }
}
